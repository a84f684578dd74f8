import { counted } from "../ui/counted.ts"

export const subscribersInWords = (count: number): string => counted(count, "subscriber")

export const countSubscribers = (audience: readonly { subscribers: number }[]): number =>
  audience.reduce((sum, { subscribers }) => sum + subscribers, 0)

/** "Declare incident and notify 128 subscribers"; without any, the verb alone. */
export function verbFor(verb: string, subscribers: number): string {
  return subscribers === 0 ? verb : `${verb} and notify ${subscribersInWords(subscribers)}`
}
