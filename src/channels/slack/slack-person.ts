import { escape } from "./slack-blocks.ts"
import { openSlack } from "./slack-client.ts"
import type { Env } from "../../platform/env.ts"

/** Slack waits three seconds for a response to a callback; each call of its API gets a part of that. */
const askMs = 1200

type Needs = { env: Pick<Env, "SLACK_API_URL">; token: string }
type Person = { id: string; name: string }

/** The user's name and, if the app can read it, email address; a slow Slack API does not block the action. */
export async function readSlackPerson(
  { env, token }: Needs,
  { id, name }: Person,
): Promise<{ name: string; email: string | null }> {
  try {
    const slack = await openSlack(token, env, AbortSignal.timeout(askMs))
    const { user } = await slack.users.info({ user: id })
    const email = user?.is_email_confirmed === true ? (user.profile?.email ?? null) : null
    return { name: user?.profile?.display_name || user?.profile?.real_name || name, email }
  } catch {
    // Also without the scope users:read: use the name from the payload.
    return { name, email: null }
  }
}

/** Shows a text to one person in a Slack channel. */
export async function whisperInSlack(
  { env, token }: Needs,
  { channelId, userId, text }: { channelId: string; userId: string; text: string },
): Promise<void> {
  const slack = await openSlack(token, env, AbortSignal.timeout(askMs))
  await slack.chat.postEphemeral({ channel: channelId, user: userId, text: escape(text) })
}
