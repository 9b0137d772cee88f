// Runs in the report: sorts its tables, and brings the ids that the page folds away.
(() => {
  const { ids, titles, lists } = JSON.parse(document.getElementById('data').textContent);
  const PAGE = 500;

  for (const table of document.querySelectorAll('table[data-sorts]')) {
    for (const button of table.querySelectorAll('th button')) {
      button.addEventListener('click', () => sort(table, button));
    }
  }

  function sort(table, button) {
    const head = button.closest('th');
    const first = button.dataset.first;
    const other = first === 'ascending' ? 'descending' : 'ascending';
    const order = head.getAttribute('aria-sort') === first ? other : first;
    for (const th of table.querySelectorAll('th')) th.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    const key = Number(button.dataset.key);
    const rows = [...table.tBodies].map((body) => ({ body, value: JSON.parse(body.dataset.sort)[key] }));
    // Nothing to compare by comes last, whichever the direction.
    rows.sort((a, b) =>
      a.value === null || b.value === null
        ? Number(a.value === null) - Number(b.value === null)
        : sign * (typeof a.value === 'string' ? a.value.localeCompare(b.value) : a.value - b.value),
    );
    table.append(...rows.map(({ body }) => body));
  }

  for (const details of document.querySelectorAll('details.ids')) {
    details.addEventListener('toggle', () => fill(details), { once: true });
  }

  function fill(details) {
    const list = lists[Number(details.dataset.list)];
    const all = list === '' ? [] : list.split(' ').map((place) => Number.parseInt(place, 36));
    const shown = details.querySelector('ul');
    const more = details.querySelector('.more');
    const bar = document.createElement('p');
    bar.className = 'tools';
    bar.append(action('Save as a text file', () => save(lines(all))));
    if (navigator.clipboard) bar.append(action('Copy all', (button) => copy(lines(all), button)));
    if (titles.length > 0 && all.some((place) => place >= titles.length)) {
      bar.append(
        `Titles are given for ${figure(all.filter((place) => place < titles.length).length)} of them.`,
      );
    }
    details.append(bar);
    if (more === null) return;
    const next = action('', () => {
      shown.append(...all.slice(shown.children.length, shown.children.length + PAGE).map(entry));
      label();
    });
    const label = () => {
      const rest = all.length - shown.children.length;
      next.textContent = `Show ${figure(Math.min(PAGE, rest))} of ${figure(rest)} more`;
      next.hidden = rest === 0;
    };
    label();
    more.replaceWith(next);
  }

  function figure(value) {
    return value.toLocaleString('en-GB');
  }

  function entry(place) {
    const item = document.createElement('li');
    item.append(isolated(ids[place], ''));
    if (titles[place]) item.append(' ', isolated(titles[place], 'title'));
    return item;
  }

  // Ids and titles are texts of any direction.
  function isolated(content, kind) {
    const text = document.createElement('bdi');
    text.className = kind;
    text.textContent = content;
    return text;
  }

  // Id and title with a tab between them, which spreadsheets paste into two columns.
  function lines(places) {
    return places.map((place) => (titles[place] ? `${ids[place]}\t${titles[place]}` : ids[place])).join('\n');
  }

  function action(label, act) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => act(button));
    return button;
  }

  function copy(text, button) {
    navigator.clipboard.writeText(text).then(
      () => {
        button.textContent = 'Copied';
      },
      () => {
        button.textContent = 'The browser does not allow copying here';
      },
    );
  }

  function save(text) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    link.download = 'products.txt';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
})();
