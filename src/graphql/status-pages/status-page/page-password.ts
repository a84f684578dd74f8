import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"

type Costs = { N: number; r: number; p: number }

/** RFC 7914: 32 MiB and some 70 ms for each try. */
const costs: Costs = { N: 2 ** 15, r: 8, p: 1 }
const keyBytes = 32
const mostMemoryBytes = 64 * 1024 * 1024

/** Hashes a password; stored with cost parameters and salt, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, costs)
  const { N, r, p } = costs
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$")
}

/** Takes the same time for any wrong password. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = hash.split("$")
  const stored = Buffer.from(key, "base64url")
  const found = await derive(password, Buffer.from(salt, "base64url"), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(found, stored)
}

/** The same letters may be typed in more than one way. */
function derive(password: string, salt: Buffer, { N, r, p }: Costs): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: mostMemoryBytes }
    scrypt(password.normalize("NFKC"), salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}
