"""What backgrounds are made of: the air, the land outdoors, and rooms."""
