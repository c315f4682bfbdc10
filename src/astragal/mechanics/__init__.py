"""What several games share: mechanics each written once, and what stands around a roll."""
