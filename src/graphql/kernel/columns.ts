/** The column of a model's field. */
export const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Columns of a model for SQL, named as Prisma does. */
export const columnsOf = (fields: readonly string[], table: string): string =>
  fields.map((field) => `${table}."${columnOf(field)}" as "${field}"`).join(", ")
