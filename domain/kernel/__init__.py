"""What every game and every match is made of: seats, chance, seals, the chain and the game record."""
