import type { Finding } from "./finding.ts"

/** Measured times differ at each check; they do not make another reason. */
const duration = /\d+(?:[.,]\d+)? ?(?:ms|s|min|h|d)\b/g
const isDuration = (parameter: string): boolean => parameter === "ms" || parameter.endsWith("Ms")

/** The reason as a text that is the same for the same reason. */
export const untimed = (findings: readonly Finding[]): string =>
  JSON.stringify(findings, (name, value: unknown) =>
    isDuration(name)
      ? undefined
      : typeof value === "string"
        ? value.replaceAll(duration, "")
        : value,
  )

/** Whether findings give the same reason for a failure. */
export const isSameReason = (one: readonly Finding[], other: readonly Finding[]): boolean =>
  untimed(one) === untimed(other)
