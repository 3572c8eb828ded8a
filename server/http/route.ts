import { calls, type CallKey, type CallOf } from '#domain/api/calls.ts'
import type { Call } from '#domain/api/call.ts'
import { failure } from '#domain/api/answer.ts'
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { z } from 'zod'
import type { Api } from '../deps.ts'

/** A call's request after validation. */
export type CallRequest<Key extends CallKey> = FastifyRequest<{
  Params: Read<Key, 'params'>
  Querystring: Read<Key, 'query'>
  Body: Read<Key, 'body'>
}>
type Read<Key extends CallKey, Part extends 'params' | 'query' | 'body'> =
  CallOf<Key> extends { [P in Part]: infer Schema extends z.ZodType } ? z.output<Schema> : unknown

/** The successful answer; a handler that sends it itself, such as a file, returns the reply. */
type Answered<Key extends CallKey> = z.output<CallOf<Key>['answer']> | FastifyReply

export type RouteErrorHandler = NonNullable<RouteShorthandOptions['errorHandler']>

type Options = FastifyContextConfig &
  Pick<RouteShorthandOptions, 'onRequest' | 'errorHandler' | 'serializerCompiler' | 'logLevel'>

/** Registers a call as described in domain/api/calls.ts. The options say who may make it. */
export function route<Key extends CallKey>(
  api: Api,
  key: Key,
  { onRequest, errorHandler, serializerCompiler, logLevel, ...config }: Options,
  handler: (request: CallRequest<Key>, reply: FastifyReply) => Promise<Answered<Key>>,
) {
  const {
    tags,
    summary,
    description,
    params,
    query,
    headers,
    body,
    file,
    status = 200,
    answer,
    refusals,
  }: Call = calls[key]
  const [method, path] = key.split(' /api') as [HTTPMethods, string]
  const consumes = file && ['multipart/form-data']
  const schema = { tags, summary, description, consumes, params, querystring: query, headers, body }
  api.route({
    method,
    url: path,
    config,
    schema: { ...given(schema), response: { [status]: answer, ...refusals, '4xx': failure } },
    ...given({ onRequest, errorHandler, serializerCompiler, logLevel }),
    handler: ((request, reply) =>
      handler(request as CallRequest<Key>, reply.code(status))) as RouteHandlerMethod,
  } as never)
}

const given = (parts: object) =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
