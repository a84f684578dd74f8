import type { z } from "zod"
import type { Services } from "../../../platform/services.ts"
import type { Permission } from "../../kernel/access.ts"
import { parse } from "../../kernel/input.ts"
import type { Limit } from "../../kernel/monitor-scope.ts"
import type { Cell } from "./rules/csv.ts"

/** Whose rows are read, for whom; the caller has checked permissions. */
export type ExportScope = Pick<Services, "database" | "bus" | "clock"> & {
  projectId: string
  limit: Limit
  permissions: readonly Permission[]
}

/** A column, from which CSV, JSON and the documentation are made. */
export type Column<Row> = { name: string; about: string; isTime?: true; of(row: Row): Cell }

type Definition<Schema extends z.ZodType, Row> = {
  title: string
  about: string
  /** All are needed. */
  permissions: readonly Permission[]
  filter: Schema
  /** Members of the filter, for the documentation. */
  filterAbout: string
  columns: readonly Column<Row>[]
  /** Reads pages of rows, so that memory is bounded. */
  read(scope: ExportScope, filter: z.output<Schema>): AsyncGenerator<Row[]>
}

export type ExportKind = Pick<
  Definition<z.ZodType, never>,
  "title" | "about" | "permissions" | "filterAbout"
> & {
  columns: readonly Pick<Column<never>, "name" | "about" | "isTime">[]
  /** @throws {DomainError} validation_failed for a filter that it does not know. */
  open(scope: ExportScope, filter: unknown): AsyncGenerator<Cell[][]>
}

export function defineExport<Schema extends z.ZodType, Row>({
  filter: schema,
  columns,
  read,
  ...texts
}: Definition<Schema, Row>): ExportKind {
  async function* cells(pages: AsyncGenerator<Row[]>): AsyncGenerator<Cell[][]> {
    for await (const rows of pages) yield rows.map((row) => columns.map(({ of }) => of(row)))
  }
  return {
    ...texts,
    columns,
    open: (scope, given) => cells(read(scope, parse(schema, given))),
  }
}
