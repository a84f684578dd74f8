import type { Resource } from "../../platform/resources/judge-usage.ts"
import { resources } from "./resource-words.ts"
import type VoiceResponse from "twilio/lib/twiml/VoiceResponse.js"
import { counted } from "../../platform/counted.ts"

/** Twilio lists the voices of each language. */
const voice: VoiceResponse.SayAttributes = { language: "en-US", voice: "Polly.Joanna" }

const ordinal = (count: number): string => {
  const isTeen = Math.floor((count % 100) / 10) === 1
  return isTeen ? "th" : (["th", "st", "nd", "rd"][count % 10] ?? "th")
}

/** The words of messages to a person; each language has the same. */
export const english = {
  acknowledged: "Acknowledged",
  downAgain: "Down again",
  failingAgain: "Failing again",
  resolved: "Resolved",
  monitorDeleted: "Monitor deleted",
  allClear: "All clear",
  flapping: "Flapping",
  flappingFor: (minutes: number, outages: number, percent: number | null) =>
    `Flapping for ${minutes} min, ${outages} outages${percent === null ? "" : `, down ${percent}% of the time`}.`,
  upNow: "Up at the moment.",
  pageAgain: (times: number) =>
    `${["Second", "Third", "Fourth", "Fifth"][times - 2] ?? `${times}${ordinal(times)}`} page`,
  massFailure: (failed: number, checked: number, minutes: number) =>
    `${failed} of ${checked} monitors failed within ${minutes === 1 ? "a minute" : `${minutes} minutes`}; check your own network first`,
  recovered: "Recovered",
  asksForHelp: (who: string) => `${who} asks for help`,
  by: (what: string, who: string) => `${what} by ${who}`,
  failedAgain:
    "It failed again shortly after recovering. We will notify you when it is stable or if it stays down.",
  stillWatched: "We will notify you if it fails again.",
  outages: (count: number, from: string, until: string) =>
    `${counted(count, "outage")} from ${from} to ${until}.`,
  stable: "Stable since then.",
  notAcknowledged: "Not acknowledged yet.",
  sameCause: "Same cause",
  withOthers: (count: number, names: string) => `(+${count} with the same cause: ${names})`,
  andMore: (count: number) => `and ${count} more`,
  urgency: { high: "high urgency", low: "low urgency" },
  open: "Open",
  code: {
    forChannel: (code: string) => `${code} is the code for this channel`,
    enter: (owner: string) =>
      `Enter it in Watchkeeper to send alerts for ${owner} here. If you did not request it, ignore this message.`,
    expiresAt: (time: string) => `Expires at ${time}.`,
    subject: (code: string) => `${code} is your Watchkeeper code`,
    sms: (code: string) =>
      `${code} is your Watchkeeper code. If you did not request it, ignore this message.`,
    spoken: (digits: string) => `Your Watchkeeper code is: ${digits}.`,
    preview: "Use it to confirm this address.",
    confirm: "Confirm this address",
    byCode: (owner: string) =>
      `Enter this code in Watchkeeper to receive alerts for ${owner} at this address.`,
    byButton: (owner: string) =>
      `Press the button or enter this code in Watchkeeper to receive alerts for ${owner} at this address.`,
    expires: "Expires",
    footer:
      "The button opens a confirmation page. If you did not request this, ignore this email; nothing more is sent.",
  },
  test: {
    headline: "Test message",
    subject: (channel: string) => `Test of ${channel}`,
    preview: "Alerts will arrive here.",
    text: (owner: string, channel: string) =>
      `Alerts for ${owner} will arrive here through ${channel}. No action needed.`,
    sms: " Alerts will arrive here. No action needed.",
    spoken:
      "This is a test call from Watchkeeper. You will receive alerts this way. No action is needed.",
    footer: "Sent because someone pressed Test in Watchkeeper.",
  },
  mail: {
    alert: "Alert",
    project: "Project",
    since: "Since",
    paged: "Paged",
    acknowledge: "Acknowledge",
    viewAlert: "View alert",
    buttonFooter:
      "The button opens a confirmation page and acknowledges in your name. Do not forward this email.",
    footer: "Sent because you were paged for this alert.",
  },
  push: {
    acknowledge: "Acknowledge",
    acknowledged: "Acknowledged",
    nobodyElse: "Nobody else is paged.",
  },
  sms: {
    instructions: (number: number, url: string) => `Reply ACK ${number} or open ${url}`,
    help: "Reply ACK and the number of an alert to acknowledge it.",
    notSent: (number: number) => `No alert ${number} was sent to you.`,
    which: (list: string) => `Which one? Reply ACK and its number: ${list}`,
    ambiguous: (number: number, projects: string) =>
      `Alert ${number} is open in ${projects}. Open the link of the one that you mean.`,
  },
  call: {
    begin: "This is Watchkeeper.",
    page: (number: number, urgency: string) => `Alert number ${number}, ${urgency}.`,
    about: (number: number, state: "acknowledged" | "resolved", by: string | null) =>
      `Alert number ${number} is ${state}${by === null ? "" : ` by ${by}`}.`,
    what: (title: string, project: string) => `${title}, in project ${project}.`,
    more: (count: number) => `And ${count} more with the same cause.`,
    pressKey: "Press 4 to acknowledge.",
    nobody: "Nobody has acknowledged.",
    goodbye: "Goodbye.",
  },
  reply: {
    acknowledged: (alert: string) => `Acknowledged: ${alert}.`,
    otherAcknowledged: (who: string, alert: string) => `${who} has acknowledged ${alert}.`,
    resolvedAlready: (number: number) => `Alert ${number} is resolved already.`,
    impossible: (number: number, why: string) =>
      `Alert ${number} cannot be acknowledged from here: ${why}`,
  },
  acknowledgePage: {
    acknowledgeAs: (name: string) => `Acknowledge as ${name}`,
    expired: "This link has expired. Open the alert in Watchkeeper.",
    refused:
      "Nothing was changed: the alert has changed meanwhile, or your role does not allow it.",
    since: (time: string) => `since ${time}`,
    minutes: (minutes: number) => `${minutes} min`,
    paged: "Paged",
    openApp: "Open in Watchkeeper",
    needHelp: "I need help",
    helpHint: "Pages the next person of the on-call policy now.",
    pageSomeone: "Page a person or team",
    whom: "Whom",
    people: "People",
    teams: "Teams",
    noteForThem: "What should they know? (optional)",
    page: "Page",
    snooze: "Snooze",
    snoozeFor: (minutes: number) => (minutes < 60 ? `${minutes} min` : `${minutes / 60} h`),
    snoozed: (who: string | null, time: string) =>
      `Snoozed until ${time}${who === null ? "" : ` by ${who}`}.`,
    endSnooze: "End the snooze",
    take: "I take it over",
    assigned: (who: string) => `${who} works on it.`,
    resolve: "Resolve",
    resolveHint: "If it is still down in an hour, it is declared again.",
    note: "Add a note",
    noteLabel: "Note",
    save: "Save the note",
    evidence: "Last failed check",
    whoElse: "Who was paged",
    nobodyPaged: "Nobody so far.",
    changed: "What changed",
    nothingChanged: "Nobody changed the monitor in the day before.",
    monitorEdited: (who: string) => `Monitor changed by ${who}`,
    everything: "Everything that happened",
    next: "Next",
    notDone: "(not done)",
    phases: {
      dns: "DNS",
      connect: "connect",
      tls: "TLS",
      firstByte: "first byte",
      transfer: "transfer",
    },
    resolved: (time: string) => `Resolved, ${time}. No action needed.`,
    acknowledged: (who: string | null, time: string) =>
      `Acknowledged${who === null ? "" : ` by ${who}`}, ${time}.`,
    you: (name: string) => `you, ${name}`,
  },
  handOver: {
    subject: (rotation: string) => `You are on call for ${rotation}`,
    now: (rotation: string, project: string) =>
      `You are now on call for ${rotation} in ${project}.`,
    from: (name: string) => `You take over from ${name}.`,
    ends: (time: string, zone: string) => `Your shift ends ${time} (${zone}).`,
    link: "View on-call schedule",
  },
  webhookDisabled: {
    subject: (project: string) => `Webhook endpoint disabled in ${project}`,
    disabled: (url: string) => `We disabled ${url}.`,
    gone: "The endpoint returned 410 Gone.",
    failing: "No delivery succeeded for five days, over at least ten attempts.",
    next: "Pending deliveries were canceled. Once the receiver works again, enable the endpoint and replay the missed events.",
    link: "Webhook documentation",
  },
  calendarLosesShifts: {
    subject: (rotation: string) => `The calendar of ${rotation} has shifts that do not count`,
    lost: (rotation: string, project: string) =>
      `Some events of the calendar that is connected to ${rotation} in ${project} put nobody on call:`,
    next: "Correct them in the calendar. You get this message once, until every event counts again.",
    link: "View on-call schedule",
  },
  digest: {
    low: (count: number) => counted(count, "low-urgency alert"),
    throttled: (count: number) =>
      `${counted(count, "alert was", "alerts were")} not paged individually`,
    why: "One contact method failed, or more pages were due than it accepts in this time. It did not receive these alerts:",
    tooMany: (most: number, minutes: number) => `More than ${most} pages within ${minutes} minutes`,
    restHere: "Further alerts follow here in one message.",
    restElsewhere:
      "Further alerts go to your next contact method and, in one e-mail, to your account address.",
    link: "Alerts",
    openAlerts: "Open alerts",
  },
  unwatched: {
    lost: (count: number, project: string) =>
      `${count} ${count === 1 ? "monitor is" : "monitors are"} not watched in ${project}`,
    lostText:
      "Their state has been unknown for at least 30 minutes, so an outage would not be noticed. You get one more message when they are watched again.",
    back: (count: number, project: string) =>
      `${count} ${count === 1 ? "monitor is" : "monitors are"} watched again in ${project}`,
    backText: "Their state is known again.",
    line: (name: string, reason: string) => `${name}: ${reason}`,
    more: (count: number) => `And ${count} more.`,
    link: "Monitors",
  },
  lacks: {
    subject: (hosts: readonly string[]) =>
      `Watchkeeper is running out of resources on ${[...new Set(hosts)].join(", ")}`,
    line: (host: string, resource: Resource) => `${host}: ${resources[resource]}`,
    once: "You get this message once for each resource, and again if it runs out later.",
    link: "Installation",
  },
  passwordReset: {
    subject: "Reset your password",
    requested:
      "Someone requested a password reset for your Watchkeeper account. The link works once and expires in an hour.",
    ignore: "If this was not you, ignore this e-mail. Your password stays the same.",
    link: "Choose a new password",
  },
  factors: {
    subject: "Your second factor was changed",
    passkeyAdded: "A passkey was added to your Watchkeeper account.",
    passkeyRemoved: "A passkey was removed from your Watchkeeper account.",
    codesOn: "One-time codes were turned on for your Watchkeeper account.",
    codesOff: "One-time codes were turned off for your Watchkeeper account.",
    codesReplaced: "New backup codes were created for your Watchkeeper account.",
    takenBack: "A change of your second factor was taken back, and your password was voided.",
    ignore: "If this was you, ignore this e-mail.",
    notYou:
      "If it was not, take it back within three days. That restores your second factor, signs you out everywhere and voids your password, so that you can choose a new one.",
    link: "Take it back",
  },
  takenOver: {
    subject: (provider: string) => `Your Watchkeeper account signs in with ${provider}`,
    ended: (provider: string) =>
      `${provider} vouches for you as the owner of the Watchkeeper account with this address. What the account had before was ended, because somebody else could have made it: password, passkeys, one-time codes, sessions, connected programs, calendar links, chat accounts and other channels.`,
    again: "Set up again what you still need. API keys of projects still work.",
    link: "Open your account",
  },
  confirmation: {
    subject: "Confirm your e-mail address",
    created: (address: string) =>
      `A Watchkeeper account was created with ${address}. Confirm that this address is yours to receive alerts there.`,
    ignore: "If you did not create an account, ignore this e-mail.",
    link: "Confirm this address",
  },
  invitation: {
    subject: (project: string) => `You are invited to ${project}`,
    invites: (who: string, project: string, role: string) =>
      `${who} invites you to the project ${project}, as ${role}.`,
    expires: (address: string) =>
      `The invitation is for ${address} and can be accepted for seven days.`,
    link: "See the invitation",
  },
  uptimeReport: {
    subject: (scope: string, month: string) => `Uptime of ${scope} in ${month}`,
    summary: (uptime: string, coverage: string) =>
      `${uptime} uptime, with data for ${coverage} of the time. Maintenance and time without data count neither way.`,
    noData: "There is no data for this month.",
    counts: (monitors: number, incidents: number) =>
      `${counted(monitors, "monitor")}, ${counted(incidents, "incident")}.`,
    corrected: (excluded: string, uncorrected: string) =>
      `Corrected: ${excluded} excluded. Without corrections, the uptime is ${uncorrected}. An asterisk marks corrected figures.`,
    monitor: "Monitor",
    uptime: "Uptime",
    coverage: "Coverage",
    downtime: "Downtime",
    incidents: "Incidents",
    link: "Open the report",
  },
  sentBy: "Sent by Watchkeeper.",
  unsubscribe: "Unsubscribe",
  /** Of dates and times in mails. */
  locale: "en-GB",
  voice,
}

export type MessageWords = typeof english
