# Converts an open certificate to a certificate of one bounded board (docs/formats.md).  The
# field starts at square (`down`, `right`) of the board:
#
#   awk -v rows=7 -v columns=6 -v down=1 -v right=0 -f on_board.awk CERTIFICATE

# Returns the image of a formation: flipped, then moved to a board with `width` columns.
function image(formation, rows, columns, flips, down, right, width,
               list, set, n, i, row, column, other, squares) {
  n = split(formation, list)
  for (i = 1; i <= n; ++i) {
    row = int((list[i] - 1) / columns)
    column = (list[i] - 1) % columns
    if (flips % 2 == 1) row = rows - 1 - row
    if (flips % 4 >= 2) column = columns - 1 - column
    if (flips >= 4) { other = row; row = column; column = other }
    set[(row + down) * width + column + right + 1]
  }
  for (i = 1; i <= 64; ++i) if (i in set) squares = squares " " i
  return substr(squares, 2)
}

/^teeko/ {
  print "teeko certificate 1 text\nrows: " rows "\ncolumns: " columns "\nedges: bounded"
  next
}
/^rows/ { field_rows = $2; next }
/^columns/ { field_columns = $2; next }
/^margin/ || /^formations/ { next }
/^goals/ && sub(/squares/, "square 1") {
  for (side = 2; side < rows && side < columns; ++side) $0 = $0 " and square " side
}
/^[1-9]/ {
  for (i = 0; i < (field_rows == field_columns ? 8 : 4); ++i) {
    formation = image($0, field_rows, field_columns, i, down, right, columns)
    known = 0
    for (j = 0; j < (rows == columns ? 8 : 4); ++j) {
      known += image(formation, rows, columns, j, 0, 0, columns) in seen
    }
    if (known) continue
    seen[formation]
    formations = formations formation "\n"
    ++count
  }
  next
}
/^end/ { printf "formations: %d\n%s", count, formations }
{ print }
