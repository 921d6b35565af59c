"""From a map to a graph: polygons, edge lists or places in, areas with their neighbours out."""
