"""What is written: five hundred labelled turns, the same for everybody, and how well each system keeps what they say.

`turns.jsonl` was written by hand, by somebody who knew no rule of any system and tuned nothing to one. Twenty invented
people tell 25 turns each, ten in Chinese and ten in English. Beside each turn stands what a good but flawed model would
propose of it, right or wrong, with a label: the scripted model of the comparison says just that to every system, and
what is stored in the end is counted against the labels. Names, numbers and tokens are invented.
"""
