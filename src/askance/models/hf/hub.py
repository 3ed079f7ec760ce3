"""Which files of a hub model `hf:` needs."""

from askance.core.hub_download import HubFiles
from askance.models.hf.options import Options

WANTED = ("*.json", "*.jinja", "*.txt", "*.model", "*.safetensors")


def hub_files(options: Options) -> HubFiles:
    """Safetensors only, unless pickles are asked for; no code, unless it is trusted."""
    is_pickle = options.weights == "bin"
    wanted = (*WANTED, *(["*.bin"] if is_pickle else []), *(["*.py"] if options.trust_remote_code else []))
    return HubFiles(wanted, ("config.json", "*.bin" if is_pickle else "*.safetensors"), revision=options.revision)
