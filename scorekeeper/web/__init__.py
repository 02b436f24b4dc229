"""The Flask side: pages for phones around the table. One module per group of pages."""
