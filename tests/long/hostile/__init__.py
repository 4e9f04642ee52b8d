"""Hostile attempts against an installed ncu-regions: a module per class of attempts."""
