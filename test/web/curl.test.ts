import { expect, test } from "vitest"
import { readCurl } from "../../src/web/monitor-form/read-curl.ts"
import { shellWords } from "../../src/web/monitor-form/shell-words.ts"
import { completeUrl, hostOf } from "../../src/web/monitor-form/target-text.ts"

const nothing = { headers: [], body: "", timeoutSeconds: null, maxRedirects: null, notes: [] }

test.each([
  ["a 'b c' d", ["a", "b c", "d"]],
  [String.raw`a"b \"c\" \$d \e"f`, [String.raw`ab "c" $d \ef`]],
  [String.raw`'it'\''s'`, ["it's"]],
  [String.raw`$'it\'s\n\u00e9\x41'`, ["it's\néA"]],
  ["a \\\n  b \\\r\n c", ["a", "b", "c"]],
  ["''", [""]],
  ["a\\ b", ["a b"]],
  ["'open", null],
])("%j splits as in a shell", (command, words) => {
  expect(shellWords(command)).toEqual(words)
})

test.each([
  ["curl example.org", { url: "https://example.org", method: "GET" }],
  ["$ curl -I http://a.test/x", { url: "http://a.test/x", method: "HEAD" }],
  ["curl -XDELETE --url https://a.test", { url: "https://a.test", method: "DELETE" }],
  [
    `curl 'https://a.test/api?x=1' \\
      -H 'Accept: application/json' -H "X-Team: it's blue" -H 'Expect:' \\
      --data-raw $'{"name":"O\\'Hara"}' --compressed`,
    {
      url: "https://a.test/api?x=1",
      method: "POST",
      headers: [
        ["Accept", "application/json"],
        ["X-Team", "it's blue"],
        ["Content-Type", "application/x-www-form-urlencoded"],
      ],
      body: `{"name":"O'Hara"}`,
    },
  ],
  [
    "curl -d a=1 -d b=2 --data-urlencode 'c=x y' -X PUT a.test",
    {
      url: "https://a.test",
      method: "PUT",
      headers: [["Content-Type", "application/x-www-form-urlencoded"]],
      body: "a=1&b=2&c=x%20y",
    },
  ],
  ["curl -G -d a=1 a.test/?z=0", { url: "https://a.test/?z=0&a=1", method: "GET" }],
  [
    `curl --json '{"a":1}' a.test`,
    {
      url: "https://a.test",
      method: "POST",
      headers: [
        ["Content-Type", "application/json"],
        ["Accept", "application/json"],
      ],
      body: '{"a":1}',
    },
  ],
  [
    "curl -sSLu ada:pâss -A probe/1 -b 'a=b' -m 2.5 --max-redirs=3 a.test",
    {
      url: "https://a.test",
      method: "GET",
      headers: [
        ["Authorization", "Basic YWRhOnDDonNz"],
        ["User-Agent", "probe/1"],
        ["Cookie", "a=b"],
      ],
      timeoutSeconds: 3,
      maxRedirects: 3,
    },
  ],
  [
    "curl https://ada:secret@a.test/",
    {
      url: "https://a.test/",
      method: "GET",
      headers: [["Authorization", "Basic YWRhOnNlY3JldA=="]],
    },
  ],
  [
    "curl -k -d @body.json -o out --proxy http://p a.test",
    {
      url: "https://a.test",
      method: "GET",
      notes: [
        "--data @file: paste the content of the file as the body",
        "-k: certificates are always verified",
        "--proxy",
      ],
    },
  ],
])("%s is read", (command, expected) => {
  expect(readCurl(command)).toEqual({ ...nothing, ...expected })
})

test.each(["wget a.test", "curl", "curl -H 'open", "curl -s"])("%s is no request", (command) => {
  expect(readCurl(command)).toBeNull()
})

test("a target is completed as people type it", () => {
  expect(completeUrl(" example.org/a ")).toBe("https://example.org/a")
  expect(completeUrl("http://example.org")).toBe("http://example.org")
  expect(completeUrl("")).toBe("")
  expect(hostOf("postgres://db.test:5432/x")).toEqual({ host: "db.test", port: "5432" })
  expect(hostOf("https://a.test/x")).toEqual({ host: "a.test" })
  expect(hostOf("db.test")).toEqual({ host: "db.test" })
})
