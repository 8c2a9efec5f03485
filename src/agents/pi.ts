// Written by `mem hook install pi`; `mem hook uninstall pi` takes it out again.
import { spawn } from "node:child_process"
import type { ExtensionAPI } from "@mariozechner/pi-coding-agent"

const MEM = "MEM_PROGRAM"
const PATIENCE = 10_000 // milliseconds

/** What `mem` prints about an event; nothing when it has nothing to say, fails, or is gone. */
function ask(cwd: string, said: { event: string; session_id?: string; prompt?: string }): Promise<string> {
  return new Promise((resolve) => {
    const mem = spawn(MEM, ["hook", "run", "pi"], { cwd, stdio: ["pipe", "pipe", "ignore"], timeout: PATIENCE })
    let out = ""
    mem.stdout.setEncoding("utf8").on("data", (text: string) => (out += text))
    mem.on("error", () => resolve(""))
    mem.on("close", (code) => resolve(code === 0 ? out.trim() : ""))
    mem.stdin.on("error", () => {})
    mem.stdin.end(JSON.stringify({ ...said, cwd }))
  })
}

export default function (pi: ExtensionAPI) {
  // What the memory is: asked for once a session, since it stands in every request.
  let asked: Promise<string> | undefined
  pi.on("session_start", () => {
    asked = undefined
  })
  pi.on("session_compact", async (event, { cwd, sessionManager }) => {
    await ask(cwd, { event: event.type, session_id: sessionManager.getSessionId() })
  })
  pi.on("before_agent_start", async ({ type, prompt, systemPrompt }, { cwd, sessionManager }) => {
    asked ??= ask(cwd, { event: "session_start" })
    const memories = ask(cwd, { event: type, session_id: sessionManager.getSessionId(), prompt })
    const [text, content] = await Promise.all([asked, memories])
    return {
      systemPrompt: text ? `${systemPrompt}\n\n${text}` : undefined,
      message: content ? { customType: "mem", content, display: false } : undefined,
    }
  })
}
