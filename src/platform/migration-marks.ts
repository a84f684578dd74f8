/**
 * Migrations that do more than add. A role that does not know one marked as breaking cannot work on its result, so a
 * start waits until such roles have stopped before it applies it. Each one raises the minor version.
 */
type Mark = {
  isBreaking: boolean
  why: string
  /** The version that a breaking one is released with. */
  version: string | null
}

const breaking = (version: string, why: string): Mark => ({ isBreaking: true, why, version })
const compatible = (why: string): Mark => ({ isBreaking: false, why, version: null })

export const migrationMarks: Record<string, Mark> = {
  "20261122232000_plain_names": breaking("0.2.0", "renames tables and columns"),
  "20261123085900_escalation_step_words": breaking("0.2.0", "renames columns"),
  "20261124202758_telemetry_monitors": breaking(
    "0.2.0",
    "earlier roles cannot read its kinds of monitors",
  ),
  "20261124235500_single_sign_on": compatible("widens a column from UUID to text"),
  "20261125035038_custom_roles": breaking("0.2.0", "earlier roles cannot read its kind of role"),
  "20261129152245_wider_rounds": compatible("widens counters of rounds and steps"),
  "20261129165012_state_findings": breaking(
    "0.3.0",
    "earlier roles cannot read why a status changed",
  ),
  "20261129165140_findings_of_incidents": breaking(
    "0.3.0",
    "earlier roles find no text where findings are stored",
  ),
  "20261129170500_page_findings": breaking(
    "0.3.0",
    "earlier roles need the sentences that findings replace",
  ),
}

export const isBreaking = (migration: string): boolean =>
  migrationMarks[migration]?.isBreaking === true

const name = '"?[a-z_0-9.]+"?'
const more = [
  /^drop (?:table|type|view|function)/i,
  new RegExp(`^alter (?:table|type|view) .*?${name} rename (?:to|column|value)`, "is"),
  /^alter table .*\bdrop column/is,
  /^alter table .*\balter column .*\b(?:set data type|type|set not null|drop default)\b/is,
  /^alter table .*\badd constraint .*\b(?:unique|check|exclude|foreign key)\b/is,
  /^alter type .*\badd value/is,
  /^create unique index/i,
]
const addsRequired = /add column\s+\S+\s+[^,;]*?not null(?![^,;]*\bdefault\b)/is
const defaultFirst = /add column\s+\S+\s+[^,;]*\bdefault\b[^,;]*not null/is

/** Of a unique index or a constraint: the columns that it is about. */
const restricted = /(?:create unique index .*? on \S+?\s*|\b(?:unique|foreign key)\s*)\(([^)]*)\)/is

/** Statements of a script that change or restrict what exists, and not only what the script itself creates. */
export function changesOf(sql: string): string[] {
  const plain = sql.replaceAll(/--[^\n]*/g, "").replaceAll(/\s+/g, " ")
  const namesIn = (pattern: RegExp) => [...plain.matchAll(pattern)].map(([, one = ""]) => one)
  const created = namesIn(/create table (?:if not exists )?"?([a-z_0-9]+)"?/gi)
  const added = namesIn(/add column "?([a-z_0-9]+)"?/gi)

  function isOfNewColumn(statement: string): boolean {
    const columns = restricted.exec(statement)?.[1]?.match(/[a-z_0-9]+/gi) ?? []
    return columns.some((column) => added.includes(column))
  }

  function isChange(statement: string): boolean {
    const table = /(?:table (?:only )?|\bon (?:only )?)"?([a-z_0-9]+)"?/i.exec(statement)?.[1] ?? ""
    if (created.includes(table) || isOfNewColumn(statement)) return false
    const isRequired = addsRequired.test(statement) && !defaultFirst.test(statement)
    return isRequired || more.some((pattern) => pattern.test(statement))
  }

  return plain
    .split(";")
    .map((statement) => statement.trim())
    .filter(isChange)
}
