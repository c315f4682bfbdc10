"""The syntax tree of a program. Each node knows its place and its meaning."""
