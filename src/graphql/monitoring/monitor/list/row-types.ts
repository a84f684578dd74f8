import pg from "pg"
import { isoTimestamp } from "../../../../platform/parse-timestamp.ts"

const timestamptz: number = pg.types.builtins.TIMESTAMPTZ

/** For statements of lists: times become text without parsing dates, nor does the statement convert them. */
export const rowTypes = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === timestamptz ? isoTimestamp : pg.types.getTypeParser(oid, format),
}
