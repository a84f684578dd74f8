import { html } from "../html.ts"
import { file } from "./code.ts"
import type { Page } from "./layout.ts"
import { layout } from "./layout.ts"
import { table } from "./table.ts"

const createChannel = (settings: object, kind: string) => {
  const query = `mutation ($project: ID!, $settings: JSON!) {
  createChannel(
    projectId: $project, kind: ${kind}, name: "Ops", settings: $settings
  ) { id }
}`
  const variables = JSON.stringify({ project: "$PROJECT", settings }, null, 2)
  return file("GraphQL", `${query}\n\n${variables}`)
}

/** How a project brings its rooms in Slack and Discord, and a person a browser. */
export function renderChats(baseUrl: string): Page {
  const slackHook = `${baseUrl}/hooks/slack/interactions`
  const discordHook = `${baseUrl}/hooks/discord/interactions`
  return layout(
    {
      title: "Chats and devices",
      description: "Bring alerts to Slack, Discord and browsers, and acknowledge them there.",
      place: "/docs/chats",
    },
    html`<h1>Chats and devices</h1>
      <p class="lead">
        A room in Slack or Discord is a channel of a project: rules of a policy name it, and it is
        told of each alert with one message that follows the alert to its end. Each project brings
        an app of its own, so nothing has to be published, and a secret that leaks concerns one
        project alone.
      </p>
      ${table(
        ["Kind", "Settings", "What it can do"],
        [
          row("SLACK_WEBHOOK", "url", "Posts; each news is a message of its own."),
          row(
            "SLACK_BOT",
            "token, signingSecret, room",
            "One message with buttons, kept up to date.",
          ),
          row("DISCORD_WEBHOOK", "url", "One message with links, kept up to date."),
          row(
            "DISCORD_BOT",
            "token, publicKey, room",
            "One message with buttons, kept up to date.",
          ),
        ],
      )}
      <p>
        Whichever it is, the room is sent a code of six digits at once.
        <code>verifyChannel</code> takes it; before that, no alert goes there.
        <code>testChannel</code> sends a test.
      </p>
      <h2 id="slack">Slack, with buttons</h2>
      <ol>
        <li>
          On api.slack.com, under Your Apps, create an app from a manifest, and paste this one:
          ${file("manifest.json", JSON.stringify(manifestOf(slackHook), null, 2))}
        </li>
        <li>
          Install it to the workspace, and invite it to the room: <code>/invite @Watchkeeper</code>.
        </li>
        <li>
          Take the Signing Secret from Basic Information, the Bot User OAuth Token (it begins with
          <code>xoxb-</code>) from OAuth &amp; Permissions, and the room's id from the end of its
          details (it begins with <code>C</code>).
        </li>
        <li>
          Make the channel:
          ${createChannel({ token: "xoxb-…", signingSecret: "…", room: "C…" }, "SLACK_BOT")}
        </li>
      </ol>
      <h2 id="discord">Discord, with buttons</h2>
      <ol>
        <li>
          In Discord's developer portal make an application with a bot, and copy the bot's token and
          the application's Public Key.
        </li>
        <li>
          Let it into the server with the scope <code>bot</code> and the permissions View Channels,
          Send Messages and Embed Links. With developer mode on, Copy Channel ID gives the room's.
        </li>
        <li>
          Make the channel first, so that the key is known here:
          ${createChannel({ token: "…", publicKey: "…", room: "11…" }, "DISCORD_BOT")}
        </li>
        <li>
          Then enter the Interactions Endpoint URL in the portal; Discord asks it at once:
          ${file("URL", discordHook)}
        </li>
      </ol>
      <h2 id="buttons">Who presses a button</h2>
      <p>
        In Slack, the app looks up the address of whoever pressed. If Slack has confirmed it and it
        is a member's who may acknowledge, that member acts. Discord tells no addresses: whoever
        presses there for the first time is told a link, alone, that connects them to the account
        they are signed in with (<code>chatAccounts</code> lists them,
        <code>disconnectChatAccount</code> ends it). Everybody else acts by the right of the room,
        under the name that the chat tells, such as <em>Bo (Discord)</em>: who is let into the room
        is let into its alerts. Either way the audit log names them. Who comes too late is told so,
        alone.
      </p>
      <p>
        Slack and Discord call this installation at <code>${baseUrl}</code>, so it must be reached
        from the internet over https for buttons to work. Messages go out without that.
      </p>
      <h2 id="webhooks">Webhooks of a room</h2>
      <p>
        Without an app, an incoming webhook is enough: its URL is the only setting. The message
        holds a signed link that acknowledges. Hosts that speak like Slack take the same messages;
        those in a network of your own need their addresses in <code>REACHABLE_RANGES</code>.
      </p>
      ${createChannel({ url: "https://hooks.slack.com/services/T…/B…/…" }, "SLACK_WEBHOOK")}
      <h2 id="devices">Notifications of a browser</h2>
      <p>
        Everybody turns them on for a device on the page <a href="/account">Account</a>. Their text
        is encrypted for that browser alone. Signing needs no settings, as its key comes of the
        secret key: with another secret key, each device is turned on again.
        <code>BASE_URL</code> must begin with <code>https://</code>, or lead to the same machine.
      </p>
      <h2 id="calendars">A calendar that says who is on call</h2>
      <p>
        <code>setRotationCalendar</code> takes the iCal address of a calendar of elsewhere. Its
        events lie on top of the rotation's layers and under its overrides; of two at one time the
        one that begins later wins. An event means the first attendee who is a member of the project
        and did not decline, else the member whose address or whole name stands in its title. It is
        fetched every quarter of an hour; while its host is away, what it said last counts.
        Readiness names events that mean nobody, and a calendar that was not read for an hour.
      </p>`,
  )
}

const row = (kind: string, settings: string, words: string) =>
  html`<tr>
    <td><code>${kind}</code></td>
    <td><code>${settings}</code></td>
    <td>${words}</td>
  </tr> `

const manifestOf = (requestUrl: string) => ({
  display_information: { name: "Watchkeeper" },
  features: { bot_user: { display_name: "Watchkeeper", always_online: true } },
  oauth_config: { scopes: { bot: ["chat:write", "users:read", "users:read.email"] } },
  settings: {
    interactivity: { is_enabled: true, request_url: requestUrl },
    org_deploy_enabled: false,
    socket_mode_enabled: false,
  },
})
