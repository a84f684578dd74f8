import { Button } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Dialog } from "../ui/dialog.tsx"
import type { KeyClass } from "./key-class.ts"

export type MadeKey = { id: string; name: string; token: string; keyClass: KeyClass }

/** A new key, for the only time. */
export const ShowKey = ({ made, onClose }: { made: MadeKey; onClose(): void }) => (
  <Dialog title={`Key ${made.name} created`} onClose={onClose}>
    <div className="stack" role="status">
      <p>Copy it now: it is not shown again.</p>
      <Copyable text={made.token} label="API key" />
      {made.keyClass === "LEGACY" && <McpSnippet token={made.token} />}
      {made.keyClass === "PUBLIC" && <CurlSnippet token={made.token} />}
    </div>
    <div className="dialog-foot">
      <Button variant="accent" onClick={onClose}>
        Done
      </Button>
    </div>
  </Dialog>
)

/** Ready to paste; the linked page covers other clients. */
function McpSnippet({ token }: { token: string }) {
  const url = `${location.origin}/mcp`
  return (
    <>
      <p>
        To connect Claude Code, run this; <a href="/docs/mcp">other clients</a> are documented.
      </p>
      <Copyable
        text={`claude mcp add --transport http watchkeeper ${url} --header "Authorization: Bearer ${token}"`}
        label="MCP command"
      />
    </>
  )
}

const CurlSnippet = ({ token }: { token: string }) => (
  <>
    <p>
      Try it; the <a href="/docs/api">API documentation</a> lists all operations.
    </p>
    <Copyable
      text={`curl -H "Authorization: Bearer ${token}" ${location.origin}/v1/monitors`}
      label="curl command"
    />
  </>
)
