/** The value of a form field; empty if there is no such field. */
export function entry(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

export const entries = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value) => typeof value === "string")
