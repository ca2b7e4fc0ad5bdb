"""How people say things, in Chinese and English: rules about text that know nothing of memory."""
