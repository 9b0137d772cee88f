import type { SuggestAnswer } from '@decidable/sdk';
import { complain, DecidableElement } from './element.ts';
import { fill, stamp } from './template.ts';

/** How long typing rests before the service is asked, ms. */
const REST = 100;

type Suggestion = SuggestAnswer['suggestions'][number];

let lists = 0;

/**
 * Suggestions for the input in it: a combobox with a list, of which a choice is made by hand
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Without an answer the input is as it was.
 */
export class DecidableSuggest extends DecidableElement {
  #input!: HTMLInputElement;
  #list!: HTMLElement;
  #offered: readonly Suggestion[] = [];
  /** The place of the suggestion that Enter chooses; -1 for none. */
  #active = -1;

  protected begin(signal: AbortSignal): void {
    const input = this.querySelector<HTMLInputElement>('input:not([type=hidden])');
    if (!input) {
      complain(`<${this.localName}> needs an <input>.`);
      return;
    }
    this.#input = input;
    const list = document.createElement('ul');
    this.#list = list;
    list.id = `decidable-suggestions-${++lists}`;
    list.role = 'listbox';
    list.ariaLabel = this.#label;
    list.hidden = true;
    this.append(list);
    this.say('');
    input.role = 'combobox';
    input.autocomplete = 'off';
    input.ariaAutoComplete = 'list';
    input.setAttribute('aria-controls', list.id);
    this.#close();
    signal.addEventListener('abort', () => {
      this.#close();
      list.remove();
    });
    const options = { signal };
    input.addEventListener('input', () => this.#suggest(REST), options);
    input.addEventListener('keydown', (event) => this.#press(event), options);
    input.addEventListener('blur', () => this.#close(), options);
    // Or the input loses the focus, and the list with it.
    list.onmousedown = (event) => event.preventDefault();
  }

  get #label(): string {
    return this.getAttribute('label') ?? 'Suggestions';
  }

  #suggest(rest: number): void {
    const query = this.#input.value.trim();
    if (!query) {
      this.#close();
      return;
    }
    const limit = Number(this.getAttribute('limit')) || 6;
    void this.ask<SuggestAnswer>(
      rest,
      () => (client) => client.suggest(query, { limit }),
      (answer) => this.#show('suggestions' in answer ? answer.suggestions : []),
    );
  }

  #show(suggestions: readonly Suggestion[]): void {
    this.#offered = suggestions;
    const [template] = this.own<HTMLTemplateElement>('template');
    this.#list.replaceChildren(
      ...suggestions.map((suggestion, place) => {
        const option = (template && stamp(template)) ?? document.createElement('li');
        if (template) fill(option, suggestion, undefined);
        else option.textContent = suggestion.query;
        option.id = `${this.#list.id}-${place}`;
        option.role = 'option';
        option.onclick = () => this.#choose(place);
        return option;
      }),
    );
    this.#open(suggestions.length > 0);
    // Without another word: it reads in every language and number.
    this.say(`${this.#label}: ${suggestions.length}`);
  }

  #open(isOpen: boolean): void {
    this.#list.hidden = !isOpen;
    this.#input.ariaExpanded = String(isOpen);
    this.#activate(-1);
  }

  #close(): void {
    this.drop();
    this.#open(false);
  }

  #activate(place: number): void {
    this.#active = place;
    const options = [...this.#list.children];
    for (const [at, option] of options.entries()) option.ariaSelected = String(at === place);
    const active = options[place];
    if (active) this.#input.setAttribute('aria-activedescendant', active.id);
    else this.#input.removeAttribute('aria-activedescendant');
    active?.scrollIntoView({ block: 'nearest' });
  }

  #press(event: KeyboardEvent): void {
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    // While a word is composed the keys are those of its input method.
    if (event.isComposing) return;
    // Without a list Enter searches and Escape clears, as in any input.
    if (step || (key === 'Enter' ? this.#active >= 0 : key === 'Escape' && !this.#list.hidden))
      event.preventDefault();
    if (step && this.#list.hidden) this.#suggest(0);
    else if (step) {
      // Later suggestions must not replace the list that the shopper chooses from.
      this.drop();
      // One place more than there are suggestions: back in the input.
      const places = this.#offered.length + 1;
      this.#activate(((this.#active + 1 + step + places) % places) - 1);
    } else if (key === 'Enter') this.#choose(this.#active);
    else if (key === 'Escape') this.#close();
  }

  /** Searches for a suggestion, unless the page does something else with it. */
  #choose(place: number): void {
    const input = this.#input;
    const suggestion = this.#offered[place];
    if (suggestion && this.tell('decidable-chosen', suggestion)) {
      input.value = suggestion.query;
      // For frameworks that keep the value.
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.form?.requestSubmit();
    }
    this.#close();
  }
}
