import type { Description } from './description.ts';
import { docstring, HEADER } from './python-text.ts';

const codeOf = (name: string): string => name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
/** `InternalError` would say that the client is at fault. */
const classOf = (name: string): string => `${name === 'Internal' ? 'InternalService' : name}Error`;

/** The source of `refusals.py`: a class for each code of an error, and the class of each code. */
export function refusalsSource({ components }: Description): string {
  const responses = Object.entries(components.responses);
  const names = responses.map(([name]) => classOf(name)).sort();
  return [
    HEADER,
    '"""The refusals of the service, a class for each code."""\n',
    'from __future__ import annotations\n',
    'from typing import Dict, Type\n',
    'from ..errors import ServiceError\n',
    `__all__ = [\n${names.map((name) => `    "${name}",\n`).join('')}]\n\n`,
    responses
      .map(
        ([name, { description }]) =>
          `class ${classOf(name)}(ServiceError):\n${docstring(description, '    ')}`,
      )
      .join('\n\n'),
    '',
    'REFUSALS: Dict[str, Type[ServiceError]] = {',
    `${responses.map(([name]) => `    "${codeOf(name)}": ${classOf(name)},\n`).join('')}}\n`,
  ].join('\n');
}
