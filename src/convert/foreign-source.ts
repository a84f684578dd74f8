/**
 * Names a file that has no monitors in it as data, such as a program that makes them, with what to convert instead;
 * null if it may be an export.
 */
export function foreignSource(text: string): string | null {
  const start = text.trimStart()
  const found = kinds.find(({ pattern }) => pattern.test(start.slice(0, mostCharacters)))
  return found === undefined ? null : found.words
}

const mostCharacters = 100_000

const product = "export the monitors from the product itself, or convert the response of its API"

const kinds: { pattern: RegExp; words: string }[] = [
  {
    pattern:
      /^(?:resource|provider|data|module|variable|output|check|moved|removed)\s{1,20}(?:"[^"\n]{1,200}"\s{0,20}){0,2}\{|^(?:terraform|locals)\s{0,20}\{/m,
    words: `This is a Terraform configuration, a program that creates monitors when it is applied. Apply it, then ${product}: for Checkly /v1/checks, for UptimeRobot /v3/monitors, for Better Stack /api/v2/monitors.`,
  },
  {
    pattern: /^\{(?=[^]{0,2000}"terraform_version")/,
    words: `This is a Terraform state, whose members depend on each provider. Instead, ${product}.`,
  },
  {
    pattern:
      /^(?:import\s+(?:[\w*{][^;\n]{0,500}\sfrom\s+)?["'][^"'\n]{1,200}["']|import\s*\{|import\s+type\s|export\s+(?:default|const|class|function|async)\s|(?:const|let|var)\s+[\w{][^=\n]{0,300}=\s*(?:await\s+)?(?:require\(|new\s|import\()|module\.exports\s*=|new\s+\w{0,60}(?:Check|Monitor|Heartbeat)\w{0,20}\(|["']use strict["'])/m,
    words:
      "This is TypeScript or JavaScript, such as Checkly's constructs: a program that creates checks when it runs. Deploy it (npx checkly deploy), then convert the response of Checkly's API /v1/checks.",
  },
  {
    pattern:
      /^(?:from\s+[\w.]{1,100}\s+import\s|import\s+[\w.]{1,100}(?:\s+as\s+\w{1,60})?\s*$|def\s+\w{1,60}\()/m,
    words: `This is a Python program. Run it, then ${product}.`,
  },
  {
    pattern: /^<(?:!doctype|html|\?xml)/i,
    words: `This is a web page or XML. Instead, ${product}.`,
  },
]
