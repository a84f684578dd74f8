import { Readable, type Duplex } from "node:stream"

export type Through = { output: AsyncIterable<Buffer>; close(): void }

/** Passes bytes through a transformation. An error of the source or the transformation is thrown by the output. */
export function through(source: AsyncIterable<Buffer>, transform: Duplex): Through {
  const input = Readable.from(source, { objectMode: false })
  input.on("error", (error) => transform.destroy(error))
  // The reader of the output gets it; without a listener an error that comes later would end the process.
  transform.on("error", () => undefined)
  return {
    output: input.pipe(transform),
    close() {
      transform.destroy()
      input.destroy()
    },
  }
}
