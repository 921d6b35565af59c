"""Hard instances as folders: sources from files, instances, answers and pictures into them."""
