"""Words as Skip-thoughts wants them."""

import pytest
from askance.ranking.encoders.treebank import treebank_tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What color is the cat?", "What color is the cat ?"),
        ("Isn't the dog's bowl empty?!", "Is n't the dog 's bowl empty ? !"),
        ("Who'd say they're here, or that we've left?", "Who 'd say they 're here , or that we 've left ?"),
        ("Are the dogs' tails long?", "Are the dogs ' tails long ?"),
        ('Does it say "stop" (in red)?', "Does it say `` stop '' ( in red ) ?"),
        ('"Stop" is said.', "`` Stop '' is said ."),
        ("Is it 3:45 or 1,000, or $5?", "Is it 3:45 or 1,000 , or $ 5 ?"),
        ("He cannot see -- can he... I'm gonna ask", "He can not see -- can he ... I 'm gon na ask"),
        ("The U.S. flag. Is it here?", "The U.S. flag . Is it here ?"),
        ("Is Mr. Smith in the St. Pancras station?", "Is Mr. Smith in the St. Pancras station ?"),
        ('It says "go."', "It says `` go . ''"),
        ("Is this well-known?", "Is this well-known ?"),
        ("   ", ""),
        ("", ""),
        ("Qu'est-ce que c'est à côté ?", "Qu'est-ce que c'est à côté ?"),
    ],
)
def test_words(text, words):
    assert treebank_tokens(text) == words.split()


@pytest.mark.parametrize("text", ["What color is it? And 50% of that?", "Isn't it 'red', or (so) \"blue\"... 1,000;2"])
def test_nothing_but_quotes_is_changed(text):
    said = "".join(treebank_tokens(text)).replace("``", '"').replace("''", '"')
    assert said == text.replace(" ", "")
