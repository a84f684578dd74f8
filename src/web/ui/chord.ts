/** How long after "g" the next key still belongs to it, in ms. */
const chordMs = 1_200

/** Says of each pressed key whether it belongs to a "g" before it, and so goes to a section. */
export function createChord(): (key: string) => boolean {
  let until = 0
  return (key) => {
    const now = performance.now()
    const belongs = now < until
    until = !belongs && key === "g" ? now + chordMs : 0
    return belongs
  }
}
