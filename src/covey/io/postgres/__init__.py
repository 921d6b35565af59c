"""Tables on a PostgreSQL server: how they are named, reached and described."""
