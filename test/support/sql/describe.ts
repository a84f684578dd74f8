import pg, { type Connection, type FieldDef, type Submittable } from "pg"

/** What PostgreSQL says of a text: its error, or the types of its parameters and columns. */
export type Description =
  | { error: string }
  | { error: null; parameters: number[]; columns: { name: string; type: number }[] }

type Wire = Connection & {
  parse(query: { name: string; text: string; types: number[] }): void
  describe(of: { type: "S"; name: string }): void
  sync(): void
  on(event: "parameterDescription", heard: (message: { dataTypeIDs: number[] }) => void): void
}

/**
 * Prepares each text and describes it; none is executed.
 *
 * @param before statements of a transaction that is rolled back.
 */
export async function describeTexts(
  connectionString: string,
  texts: readonly string[],
  before: readonly string[] = [],
): Promise<Description[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    let parameters: number[] = []
    const wire = (client as pg.Client & { connection: Wire }).connection
    wire.on("parameterDescription", ({ dataTypeIDs }) => (parameters = [...dataTypeIDs]))
    await client.query(["begin", ...before, "savepoint made"].join("; "))
    const described: Description[] = []
    for (const text of texts) {
      const end = await new Promise<End>((ended) => {
        client.query(new Describe(text, ended))
      })
      described.push("error" in end ? end : { error: null, parameters, ...end })
      if ("error" in end) await client.query("rollback to made")
      parameters = []
    }
    return described
  } finally {
    await client.end()
  }
}

type End = { error: string } | { columns: { name: string; type: number }[] }

class Describe implements Submittable {
  readonly #text: string
  readonly #ended: (end: End) => void
  #columns: { name: string; type: number }[] = []

  constructor(text: string, ended: (end: End) => void) {
    this.#text = text
    this.#ended = ended
  }

  submit(connection: Connection): void {
    const wire = connection as Wire
    wire.parse({ name: "", text: this.#text, types: [] })
    wire.describe({ type: "S", name: "" })
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
  }

  handleError({ message }: Error): void {
    this.#ended({ error: message })
  }

  handleReadyForQuery(): void {
    this.#ended({ columns: this.#columns })
  }
}
