import type { Alert } from "../../../prisma/generated/client.ts"
import type { MessageWords } from "../../channels/words/english.ts"
import { sayFor } from "../../channels/shown-message.ts"
import { readOne } from "../../findings/finding.ts"
import { messageWords } from "../../channels/words/message-language.ts"
import { acknowledgePaged, type Paged } from "../../graphql/incidents/alert/paged-person.ts"
import { useRequest } from "../../graphql/incidents/alert/use-request.ts"
import { DomainError } from "../../graphql/kernel/errors.ts"
import { transactSql } from "../../graphql/kernel/transaction.ts"
import type { Services } from "../../platform/services.ts"
import { cut, inertLine } from "../../platform/shown-text.ts"

/**
 * Acknowledges on behalf of a phone's owner.
 *
 * @param request what asks for it; used once.
 * @returns the result as a sentence; null if the request was used before and the alert is not acknowledged.
 */
export async function acknowledgeInWords(
  services: Services,
  paged: Paged,
  client: "SMS reply" | "call",
  request: string,
): Promise<string | null> {
  const words = wordsFor(paged)
  const { number } = paged.alert
  try {
    const acknowledged = await acknowledgePaged(services, paged, client, request)
    if (acknowledged.acknowledgedAt === null) return null
    const { acknowledgedBy } = acknowledged
    // The alert that took over from the one that was paged for, if there is one.
    const what = nameOf(acknowledged, languageOf(paged), 100)
    return acknowledgedBy === null || acknowledgedBy === paged.recipient.name
      ? words.reply.acknowledged(what)
      : words.reply.otherAcknowledged(inertLine(acknowledgedBy), what)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === "conflict") return words.reply.resolvedAlready(number)
    return words.reply.impossible(number, error.message)
  }
}

/** Marks a request as used that was answered without an action, or with a refusal. */
export const endRequest = (services: Services, request: string): Promise<boolean> =>
  transactSql(services, (tx) => useRequest(tx, request))

/** The language of the person who was paged; English for a channel of a project. */
export const languageOf = ({ recipient }: Paged): string =>
  recipient.kind === "person" ? recipient.language : "en"

export const wordsFor = (paged: Paged): MessageWords => messageWords(languageOf(paged))

/** The number and title of the alert, in at most so many letters. */
export function nameOf(
  { number, title, titleFinding }: Pick<Alert, "number" | "title" | "titleFinding">,
  language: string,
  most: number,
): string {
  const words = inertLine(sayFor({ language }, [readOne(titleFinding, title)], inertLine))
  return `#${number} ${cut(words, most)}`
}
