import type { Alert } from "../../../prisma/generated/client.ts"
import type { Paged } from "../../graphql/incidents/alert/paged-person.ts"
import { acknowledgePaged } from "../../graphql/incidents/alert/paged-person.ts"
import { DomainError } from "../../graphql/kernel/errors.ts"
import type { Services } from "../../platform/services.ts"
import { cut, inertLine } from "../../platform/xml.ts"

/** Acknowledges on behalf of a phone's owner and returns the result as a sentence. */
export async function acknowledgeInWords(
  services: Services,
  paged: Paged,
  client: "SMS reply" | "call",
): Promise<string> {
  try {
    return wordsOf(await acknowledgePaged(services, paged, client), paged.recipient.name)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === "conflict") return `Alert ${paged.alert.number} is resolved already.`
    return `Alert ${paged.alert.number} cannot be acknowledged from here: ${error.message}`
  }
}

function wordsOf({ number, title, acknowledgedBy }: Alert, own: string): string {
  const what = `#${number} ${cut(inertLine(title), 100)}`
  return acknowledgedBy === null || acknowledgedBy === own
    ? `Acknowledged: ${what}.`
    : `${inertLine(acknowledgedBy)} has acknowledged ${what}.`
}
