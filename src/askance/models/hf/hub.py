"""Which files of a hub model `hf:` needs."""

from askance.core.hub_download import HubFiles
from askance.models.hf.options import Options

WANTED = ("*.json", "*.jinja", "*.txt", "*.model", "*.safetensors")
UNWANTED = ("consolidated*", "original/*")  # the same weights in the form of another library
NEEDED = ("config.json", "tokenizer*", "*processor_config.json")


def hub_files(options: Options) -> HubFiles:
    """Safetensors only, unless pickles are asked for; no code, unless it is trusted."""
    is_pickle = options.weights == "bin"
    wanted = (*WANTED, *(["*.bin"] if is_pickle else []), *(["*.py"] if options.trust_remote_code else []))
    return HubFiles(wanted, (*NEEDED, "*.bin" if is_pickle else "*.safetensors"), UNWANTED, options.revision)
