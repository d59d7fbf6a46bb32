// Writes certificates of a proof (docs/qubic.md).

#ifndef TEEKO_QUBIC_CERTIFICATE_H_
#define TEEKO_QUBIC_CERTIFICATE_H_

#include <string>

#include "qubic/forced.h"
#include "qubic/prover.h"

namespace teeko::qubic {

// Both forms of the certificate of a proof, and their figures.
struct Certificate {
  std::string moves_form, explicit_form;
  int strategic_moves = 0;
  int entries = 0;         // of the explicit form
  int forced_lines = 0;    // of the explicit form
  int longest_line = 0;    // X's stones in the longest forced line
  int by_stones[32] = {};  // strategic moves by number of X stones before
};

// `moves` must prove the empty board.
Certificate Certify(const Moves& moves, ForcedSearch& forced);

// Reads a proof from its moves form.  Empty if the moves are not a proof.
Moves ReadMoves(const std::string& moves_form, ForcedSearch& forced);

}  // namespace teeko::qubic

#endif  // TEEKO_QUBIC_CERTIFICATE_H_
