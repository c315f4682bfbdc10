"""The same odds in the words of each program: a module each, which loads no other program."""
