"""The models by role: the embedded one, hosted ones, what they are asked and how their answers are read."""
