import { expect, test } from "vitest"
import { readEnv } from "../src/platform/env.ts"

test("name servers must be addresses, because a name would fail every webhook", () => {
  const servers = ["9.9.9.9", "9.9.9.9:5353", "2620:fe::fe", "[2620:fe::fe]", "[2620:fe::fe]:53"]
  expect(readEnv({ RESOLVERS: servers.join(", ") }).RESOLVERS).toEqual(servers)
  for (const wrong of ["dns.example", "9.9.9", "9.9.9.9:", "[9.9.9.9", "9.9.9.9 8.8.8.8"]) {
    expect(() => readEnv({ RESOLVERS: wrong })).toThrow(
      "RESOLVERS must be addresses of name servers separated by commas, such as 9.9.9.9,[2620:fe::fe]:53.",
    )
  }
})
