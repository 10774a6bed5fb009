import type { PreferenceName } from '../../state/preferences.ts'

/** A paragraph for every declared setting, by its path. A test fails when a setting has none. Figures are for a model at $3 per million input tokens. */
export const settingHelp: Readonly<Record<string, string>> = {
  toolMemory:
    'Tool results are usually the largest part of a request. A result of 10,000 tokens costs $0.03 when it is first sent and again with every later request. “Forget after 2 turns” sends it for two turns and then leaves it out. Forgetting changes the beginning of the request, so the provider’s cache is lost once. “Forget when it saves money” waits with that while reading the results from the cache costs less than writing what follows them again: at $3 per million, 10,000 tokens cost $0.003 with each request from the cache, and writing 20,000 again costs $0.075. In young chats only what the next requests alone pay back is forgotten, since most end soon.',
  previousCycles:
    '“Send text only” leaves out calls and results from before your last message and keeps what the model said about them. It is the strongest way to save: an agent that read 60,000 tokens of files costs $0.18 less with each later message.',
  resultLimit:
    'A result longer than this keeps its beginning and its end. 30,000 characters are about 7,500 tokens, or $0.023 each time they are sent.',
  stepResultLimit:
    'Several calls can run in one step. Together their results take at most this much; the longest are shortened first.',
  markers:
    'A marker is one line that says what was left out and how to read it again. It costs a few tokens and saves the model from guessing.',
  recall:
    'With Recall the model reads the exact text behind a marker, at most 20 times for each message of yours. Its declaration takes about 150 tokens of each request. Whether it is offered never depends on what was left out, so it does not cost the provider’s cache.',
  reasoning:
    'Some models think better when they read their earlier thoughts, and some providers require it. “Model default” does what the provider advises. Reasoning is sent as input: 5,000 tokens of it cost $0.015 with each request.',
  maxPromptTokens:
    'A limit of your own below the model’s window. With 50,000 tokens no request costs more than $0.15 to read. What does not fit is summarised, if compaction is automatic.',
  reservedResponseTokens:
    'The answer must fit into the window too. Raise it when long answers are cut off in long chats.',
  recentMessagesToKeep:
    'The newest messages stay word for word when older ones are summarised. More of them keep the thread better; fewer make requests cheaper.',
  minRecentMessagesToKeep:
    'When even the recent messages do not fit, compaction may keep as few as this before it gives up.',
  'compaction.automatic':
    'When a request no longer fits, the oldest messages are replaced by a summary in later requests. The messages themselves stay in the chat. When off, such a request is not sent, and your message stays in the field.',
  'compaction.startAt':
    'At 100% a summary is made only when it must be. At 60% it is made earlier: requests stay smaller, and one summary more is paid for.',
  'compaction.wait':
    'At 50% of 200,000 tokens a summary costs about $0.15, and saves $0.02 with each request that reads from the cache. With this on, Stet weighs both at each message of yours: a short chat is not summarised, a long one is. Without known prices, or when the cache has expired, the share alone decides.',
  'compaction.model':
    'A cheaper model can write the summaries. Summarising 100,000 tokens costs $0.30 at $3 per million and $0.025 at $0.25.',
  'compaction.length':
    'Longer summaries keep more and cost more with each request: 4,000 tokens are $0.012 every time.',
  'compaction.facts':
    'Paths, names, numbers and rules are copied word for word below each summary, because summaries lose exactly those. 1,500 tokens cost $0.0045 with each request.',
  cache:
    'Anthropic and some others read the marked beginning of a request from a cache for a tenth of the price, and charge a quarter more to write it. “Most of the chat” pays off from the second message within five minutes: 40,000 tokens cost $0.012 instead of $0.12. Short requests are not cached: models do so from 512 to 4,096 tokens on, and the inspector says when one is too short.',
  cacheLife:
    'Writing to the cache costs a quarter more than plain input for five minutes, and twice as much for an hour. With “By the pace of the chat” Stet compares both when the cache has expired, by how long you took between your last 20 requests: a chat with pauses of ten minutes reads 40,000 tokens for $0.012 with an hour, and writes them again for $0.15 with five minutes.',
  temperature:
    'Around 0 the same question gets nearly the same answer; around 1 answers vary. Reasoning models often ignore it.',
  topP: 'An alternative to temperature. Change one of the two, not both.',
  topK: 'Only some providers support it.',
  outputLimit:
    'An upper limit for the price of an answer: 2,000 tokens at $15 per million cost at most $0.03. An answer that reaches it says so and can be continued.',
  'reasoning.on': 'Better answers to hard questions, later and at the price of more output tokens.',
  'reasoning.budgetTokens':
    'Thinking is billed as output: 8,000 tokens at $15 per million cost up to $0.12 for each answer.',
  'reasoning.effort': 'Low effort is quick and cheap; high effort may think for minutes.',
  'reasoning.summary': 'The provider shows a summary of the thoughts. It changes nothing about the answer.',
  'reasoning.level': 'As effort, for Gemini.',
  webSearch:
    'The provider searches for the model and bills each search, often $0.01, and the tokens of what was found.',
  webFetch:
    'Anthropic, Gemini and OpenRouter read pages for the model, without asking; what they read counts as input tokens. Stet’s tool web_fetch is offered too: it reads what the provider could not, and everything where a provider has no fetch of its own.',
  streaming: 'Some servers behind proxies cannot stream. Off, the answer appears at once at its end.',
  prefill: 'The model continues from these words, for example `{` for JSON. Not all models allow it.',
  messageFormat:
    'With metadata the model knows the time and what the chat has cost. It is added to what is sent and never to what you see. What was sent stays as it was, so that the provider’s cache keeps matching.',
  messageTemplate: 'Written once around each of your messages, for example a reminder of the language to answer in.',
  titleInstruction: 'Titles are written by the model of the chat after the first answer, from a few hundred tokens.',
  summaryInstruction: 'What you ask for here decides what later answers can still know.',
  snapshotInstruction: 'A snapshot is a summary with a fixed form, made for handing a task to another model or chat.',
}

/** A paragraph for everything that is set on a page of its own, by its id; fields lead here (HelpLink). A test fails when one leads nowhere. */
export const pageHelp: readonly {
  readonly title: string
  readonly paragraphs: readonly { readonly id: string; readonly label: string; readonly text: string }[]
}[] = [
  {
    title: 'Tools',
    paragraphs: [
      {
        id: 'tool-policy',
        label: 'When a tool is called',
        text: '“Runs without asking” is for tools that only read. “Asks first” shows you the whole call, and nothing happens until you approve it. “Refused” answers the model that it may not. Some tools, such as the shell, always ask. The choice holds for this chat, or for new chats of the workspace.',
      },
      {
        id: 'tool-options',
        label: 'Options of a tool',
        text: 'Each tool has its own: how much it reads at once, which model it uses, where it may write. Only what differs from the tool’s own value is saved. Options change how the tool is described to the model, so a change resets the provider’s cache once.',
      },
      {
        id: 'directories',
        label: 'Directories',
        text: 'A model sees no file of your computer until you expose a directory to a chat. Tools then reach that directory and everything in it, and nothing outside of it. Hiding it again takes effect with the next call.',
      },
    ],
  },
  {
    title: 'MCP servers',
    paragraphs: [
      {
        id: 'mcp-server',
        label: 'Program or address',
        text: 'A program runs on the computer that runs Stet, with your rights: add only those whose author you trust, and read the whole command. An address is a server elsewhere that speaks Streamable HTTP. Both are started or reached only when a chat needs them.',
      },
      {
        id: 'mcp-secrets',
        label: 'Environment and headers',
        text: 'Values that only this server gets, such as its API key. They are stored encrypted and never shown again. To change one, type it again.',
      },
    ],
  },
  {
    title: 'Providers',
    paragraphs: [
      {
        id: 'provider-address',
        label: 'Base URL and models URL',
        text: 'Where requests are sent. Leave the base URL empty for a company’s own address. For other servers it ends with /v1 in most cases. The models URL is needed only where the list of models is served elsewhere.',
      },
      {
        id: 'provider-key',
        label: 'Key',
        text: 'Anyone who has it can spend your money. It is stored encrypted, sent to the base URL only, and never shown again, in logs or exports either. If you move the base URL to another host, enter the key again.',
      },
      {
        id: 'provider-type',
        label: 'Type',
        text: 'The protocol that the server speaks. Most servers speak Chat Completions; those of Anthropic, Google and OpenAI have more of their own with theirs. The test of a provider shows whether it is the right one.',
      },
      {
        id: 'provider-headers',
        label: 'Extra headers',
        text: 'Some companies put a gateway before the provider that asks for headers of its own. They go with every request, and their values are kept like the key.',
      },
      {
        id: 'provider-options',
        label: 'Options of a provider',
        text: 'Where servers differ although they speak the same protocol. A preset sets them right; change them for a server that has no preset, and test the connection afterwards.',
      },
    ],
  },
  {
    title: 'Search and spending',
    paragraphs: [
      {
        id: 'web-search',
        label: 'Web search service',
        text: 'The service that the tool web_search asks. SearXNG can run on your own computer and needs no key; Brave and Tavily need one and bill searches. What the model searches for is sent to that service, and nothing else of the chat.',
      },
      {
        id: 'budgets',
        label: 'Monthly budgets',
        text: 'What the chats of a workspace may cost in a month, by the prices that Stet knows. A model without a known price does not count. At the limit nothing is lost: your message waits, and you decide answer by answer.',
      },
    ],
  },
]

/** A paragraph for everything that is chosen for this browser. */
export const preferenceHelp: Readonly<Record<PreferenceName, string>> = {
  theme: '“System” follows the device, also when it changes at sunset. The sidebar has the same switch.',
  text: 'Enlarges text, buttons and spaces together, like the zoom of the browser, and for Stet alone.',
  width:
    'About 72 characters in a line are easiest to read, which is the default. “Wide” and “Full” give tables and code more room, and text with them. On a small screen all are the same.',
  enter: 'With “Starts a new line”, Ctrl+Enter (⌘ Enter on a Mac) sends. Shift+Enter always starts a new line.',
  notify:
    'Shown while no page of Stet is in sight: when an answer is ready, or a call waits for your approval. The browser asks you once whether Stet may. No service of anyone else is involved, so the browser must be running.',
  dates: 'Only how dates and times are written. The page itself is in English.',
}
