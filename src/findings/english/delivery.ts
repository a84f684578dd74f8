import type {
  carrierErrors,
  deliveryCodes,
  discordErrors,
  mailErrors,
  phoneStatuses,
  slackBotErrors,
  slackHookErrors,
  twilioErrors,
} from "../codes/delivery.ts"
import type { WordsOf } from "../words.ts"

const ofSlackBot: Record<(typeof slackBotErrors)[number], string> = {
  channel_not_found: "Slack channel not found, or the app was not invited to it.",
  not_in_channel: "The app is not in this channel. Type /invite @Watchkeeper there.",
  is_archived: "The channel is archived in Slack.",
  invalid_auth: "Slack rejected the bot token. Copy it from the app's settings again.",
  not_authed: "Slack rejected the bot token. Copy it from the app's settings again.",
  token_revoked: "The bot token was revoked in Slack. Install the app again.",
  token_expired: "The bot token has expired. Install the app again.",
  account_inactive: "The app was removed from the Slack workspace, or its account was deactivated.",
  missing_scope: "The app is missing the chat:write scope. Add it and install the app again.",
  restricted_action: "A Slack workspace admin does not allow the app to post in this channel.",
}

const ofSlackHook: Record<(typeof slackHookErrors)[number], string> = {
  no_service: "The webhook was removed in Slack. Create a new one.",
  no_active_hooks: "The webhook is disabled in Slack.",
  invalid_token: "The webhook URL is invalid. Copy it from Slack again.",
  channel_not_found: "The webhook's channel no longer exists. Create a new webhook.",
  channel_is_archived: "The webhook's channel is archived in Slack.",
  action_prohibited: "A Slack workspace admin does not allow this webhook.",
  team_disabled: "The Slack workspace is disabled.",
  posting_to_general_channel_denied: "Only admins can post to this Slack channel.",
}

const ofDiscord: Record<(typeof discordErrors)[number], string> = {
  401: "Discord rejected the bot token. Copy it from the application again.",
  10_003: "Discord channel not found.",
  10_015: "The webhook was deleted in Discord. Create a new one.",
  50_001: "The bot cannot see the channel. Invite it to the server and grant View Channel.",
  50_013: "The bot cannot write in the channel. Grant it the Send Messages permission.",
  50_027: "The webhook token is invalid. Copy the webhook URL from Discord again.",
}

const uncallable = "This number cannot be called."
const otherCountry =
  "The Twilio account cannot call this country. Check its Voice Geographic Permissions."
const ofTwilio: Record<(typeof twilioErrors)[number], string> = {
  13_223: uncallable,
  13_224: uncallable,
  13_227: otherCountry,
  21_211: "This is not a valid phone number.",
  21_214: "This number cannot be reached.",
  21_215: otherCountry,
  21_216: "The Twilio account cannot call this number.",
  21_217: "This is not a valid phone number.",
  21_408:
    "The Twilio account cannot send to this country. Check its Messaging Geographic Permissions.",
  21_610:
    "This number replied STOP. Text START from it to the sender's number to receive messages again.",
  21_612: "The sender's number cannot reach this number.",
  21_614: "This is not a mobile number.",
  21_635: "This is a landline, which cannot receive SMS.",
}

const ofPhone: Record<(typeof phoneStatuses)[number], string> = {
  undelivered: "The phone did not get the message",
  failed: "Twilio could not reach the number",
  busy: "The line was busy",
  "no-answer": "Nobody answered the call",
  canceled: "The call was ended before anybody answered",
}

const ofCarrier: Record<(typeof carrierErrors)[number], string> = {
  "30002": "the Twilio account is suspended",
  "30003": "the phone is off or out of range",
  "30004": "the phone blocks the sender",
  "30005": "the number is not in service",
  "30006": "it is a landline, or its carrier does not support SMS",
  "30007": "the carrier filtered it",
  "30034": "the sender's number is not registered with the carriers",
  "30036": "it expired before it could be delivered",
}

const ofMail: Record<(typeof mailErrors)[number], string> = {
  EAUTH: "The mail server rejected the credentials in SMTP_URL",
  ENOAUTH: "The mail server requires credentials; add them to SMTP_URL",
  EENVELOPE: "The mail server rejected the address",
  EMESSAGE: "The mail server rejected the message",
  ETIMEDOUT: "The mail server timed out",
  ETLS: "The TLS connection to the mail server failed",
  ECONNECTION: "Could not connect to the mail server",
  ESOCKET: "Could not connect to the mail server",
  EDNS: "Could not resolve the mail server's host name",
}

const receivers = { endpoint: "The endpoint", push_service: "The push service" }
const ways = { email: "E-mail is", sms: "SMS is", voice: "Calls are" }

export const delivery: WordsOf<typeof deliveryCodes> = {
  endpoint_refused({ receiver, status }) {
    const isRedirect = status >= 300 && status < 400
    const more = isRedirect ? ". Redirects are not followed." : status === 410 ? " Gone." : "."
    return `${receivers[receiver]} returned ${status}${more}`
  },
  post_timed_out: ({ isConnected, seconds }) =>
    `${isConnected ? "No response" : "No connection"} within ${seconds} s.`,
  post_failed: ({ said }) => `No response: ${said}.`,
  post_untrusted: ({ said }) => `The certificate is not trusted: ${said}.`,
  provider_limits: ({ provider }) => `${provider} rate limit reached.`,
  provider_failed: ({ provider, status }) => `${provider} returned ${status}.`,
  provider_unreachable: ({ provider, said }) => `Could not reach ${provider}: ${said}.`,
  provider_refused: ({ provider, said }) => `${provider} refused the message: ${said}.`,
  slack_failed: ({ said }) => `Slack returned ${said}. Retrying.`,
  slack_queue_full: () =>
    "Too many messages are queued for this channel. Slack accepts one per second.",
  slack_bot_refused: ({ error }) => ofSlackBot[error],
  slack_hook_refused: ({ error }) => ofSlackHook[error],
  slack_hook_unknown: () => "No webhook exists at this URL.",
  discord_refused: ({ error }) => ofDiscord[error],
  twilio_failed: ({ error, said }) => `Twilio error ${error}: ${said}.`,
  twilio_refused: ({ error }) => `${ofTwilio[error]} (Twilio ${error})`,
  phone_not_reached({ status, carrier, error }) {
    const why = carrier === null ? "" : `: ${ofCarrier[carrier]}`
    return `${ofPhone[status]}${why}${error === null ? "" : ` (Twilio ${error})`}.`
  },
  mail_failed: ({ error, said }) =>
    `${error === null ? "The mail server rejected the message" : ofMail[error]}: ${said}.`,
  channel_not_set_up: ({ kind, settings }, { and }) =>
    `${ways[kind]} not set up. Set ${and(settings)}.`,
  browser_gone: () =>
    "The browser no longer takes notifications; turn them on again on that device.",
  browser_renewed: () => "The browser renewed its push subscription. Retrying with the new one.",
  browser_key_old: ({ status }) =>
    `The push service returned ${status}: the device subscribed with an old key of this installation. Turn notifications on again on that device.`,
  push_too_long: () => "The message is too long for the push service.",
  nothing_left_to_send: () => "Nothing left to send.",
  internal_error: () => "Internal error. See the server log.",
  stored_address_unreadable: () =>
    "The stored address cannot be decrypted, because SECRET_KEY has changed. Enter it again, or restore the key.",
  signing_secret_unreadable: () =>
    "The signing secret cannot be decrypted, because SECRET_KEY has changed. Rotate it, or restore the key.",
  channel_deleted: () => "The channel was deleted.",
  channel_off: () => "The channel is turned off.",
  channel_unverified: () => "The channel is not verified.",
  channel_address_changed: () => "The channel's address was changed.",
  channel_throttled: ({ most, minutes }) =>
    `Not sent: this channel already received ${most} pages within ${minutes} minutes.`,
  newer_code: () => "A newer code took its place.",
  receiver_gone: () => "Its receiver is gone for good.",
  page_not_public: () => "The page is no longer public.",
  address_not_confirmed: () => "The address was not confirmed.",
  address_refused: ({ why }, { say }) => `Not sent: the address ${say(why)}.`,
  url_rule({ rule, why }, { say }) {
    const rules = {
      no_credentials: "must not carry a user name or password",
      https: "must have a URL that starts with https://",
      default_port: "must use port 443; leave the port out",
      reachable: `must lead to where this installation may send: ${say(why)}`,
    }
    return rules[rule]
  },
  sender_stopped: () =>
    "The sending process stopped before it stored the result. The message may have arrived; it is sent again.",
  endpoint_off: () => "The endpoint was disabled before this was sent.",
  endpoint_gone: () => "The endpoint returned 410 and was disabled.",
  endpoint_failing: () => "The endpoint was disabled because every delivery failed for five days.",
  invitation_withdrawn: () => "The invitation was withdrawn.",
  project_deleted: () => "The project was deleted.",
  restored_from_backup: ({ madeAt }, { moment }) =>
    `Not sent: the installation was restored from a backup of ${moment(madeAt)}.`,
}
