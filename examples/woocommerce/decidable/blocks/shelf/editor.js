/* The block in the editor: its settings, and the list as the server renders it. */
(({ blocks, blockEditor, components, element, i18n, serverSideRender }) => {
  const { createElement: el, Fragment } = element;
  const { __ } = i18n;
  blocks.registerBlockType('decidable/shelf', {
    edit: ({ attributes, setAttributes }) =>
      el(
        Fragment,
        null,
        el(
          blockEditor.InspectorControls,
          null,
          el(
            components.PanelBody,
            { title: __('Products', 'decidable') },
            el(components.TextControl, {
              label: __('Category', 'decidable'),
              help: __('Its slug. Empty: the category of the page, or all products.', 'decidable'),
              value: attributes.category,
              onChange: (category) => setAttributes({ category }),
            }),
            el(components.TextControl, {
              label: __('Heading', 'decidable'),
              value: attributes.heading,
              onChange: (heading) => setAttributes({ heading }),
            }),
            el(components.RangeControl, {
              label: __('Products', 'decidable'),
              min: 2,
              max: 48,
              value: attributes.limit,
              onChange: (limit) => setAttributes({ limit }),
            }),
          ),
        ),
        el(
          'div',
          blockEditor.useBlockProps(),
          el(serverSideRender, { block: 'decidable/shelf', attributes }),
        ),
      ),
    save: () => null,
  });
})(window.wp);
