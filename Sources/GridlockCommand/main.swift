print("gridlock")
