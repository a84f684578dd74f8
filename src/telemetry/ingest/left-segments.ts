import { readdirSync, readFileSync, rmSync, truncateSync } from "node:fs"
import { join } from "node:path"
import { readSegmentName, wholeBytes, type Segment } from "./segment.ts"

/** The segments that a dead process left in a folder, oldest first, without what it had not written whole. */
export function takeSegments(folder: string): Segment[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const known = readSegmentName(name)
      if (known === null) return []
      const path = join(folder, name)
      const written = readFileSync(path)
      const bytes = wholeBytes(written)
      if (bytes === 0) rmSync(path)
      else if (bytes < written.length) truncateSync(path, bytes)
      return bytes === 0 ? [] : [{ ...known, path, bytes, sinceMs: performance.now() }]
    })
}
