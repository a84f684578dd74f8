const longestSubject = 72

/** Verbs in the imperative that end like another form. */
const imperative =
  /^(?:(?:em|im)?bed|bring|exceed|feed|heed|need|proceed|seed|speed|shed|string|swing|wring|bias|focus)$/i
const other = /(?:ed|ing|[^su]s)$/

/**
 * What is wrong with a commit message: its subject is an imperative sentence of at most 72 characters without a period,
 * and its body says why.
 */
export function commitFaults(message: string): string[] {
  const [subject = "", blank, ...body] = message.trimEnd().split("\n")
  const [verb = ""] = subject.split(" ")
  const isVerb = /^[A-Z][a-z]+(?:-[a-z]+)?$/.test(verb)
  return [
    ...(subject.length > longestSubject ? [`its subject has ${subject.length} characters`] : []),
    ...(isVerb ? [] : ["its subject does not begin with a verb"]),
    ...(isVerb && other.test(verb) && !imperative.test(verb) ? [`"${verb}" is no imperative`] : []),
    ...(subject.endsWith(".") ? ["its subject ends with a period"] : []),
    ...(blank !== "" || body.join("").trim() === "" ? ["it has no body that says why"] : []),
  ]
}
