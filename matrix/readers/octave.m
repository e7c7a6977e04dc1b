% SPDX-License-Identifier: MIT OR Apache-2.0
1;
function cell_of(what, form, call)
  tool = ["Octave " version()];
  call_text = strrep(call, "\"", "\\\"");
  try
    values = eval(call);
    type = class(values);
    if iscell(values)
      texts = values;
      type = "text";
    else
      texts = cell(1, numel(values));
      for at = 1:numel(values)
        if isfloat(values) texts{at} = sprintf("%.0f", values(at)); else texts{at} = disp_of(values(at)); end
      end
    end
    list = strjoin(cellfun(@(text) ["\"" strtrim(text) "\""], texts, "UniformOutput", false), ", ");
    printf("{\"tool\": \"%s\", \"what\": \"%s\", \"call\": \"%s\", \"form\": \"%s\", \"values\": {\"free\": [%s]}, \"types\": [\"%s\"]}\n", tool, what, call_text, form, list, type);
  catch problem
    printf("{\"tool\": \"%s\", \"what\": \"%s\", \"call\": \"%s\", \"error\": \"%s\"}\n", tool, what, call_text, strrep(problem.message, "\"", "'"));
  end
end
function text = disp_of(value)
  % Formats with %d go through floating point.
  text = strtrim(disp(value));
end
cell_of("CSV, unsigned", "unsigned", "dlmread('unsigned.csv', ',', 1, 3)");
cell_of("CSV, signed", "signed", "dlmread('signed.csv', ',', 1, 3)");
cell_of("CSV, unsigned", "unsigned", "nthargout(4, 4, @textread, 'unsigned.csv', '%s %s %s %s', 'delimiter', ',', 'headerlines', 1)");
cell_of("CSV, squares", "squares", "nthargout(4, 4, @textread, 'squares.csv', '%s %s %s %s', 'delimiter', ',', 'headerlines', 1)");
cell_of("text of unsigned sets", "unsigned", "cellfun(@(text) sscanf(text, '%lu'), nthargout(4, 4, @textread, 'unsigned.csv', '%s %s %s %s', 'delimiter', ',', 'headerlines', 1))");
